/* The address of a listener: tcp://HOST:PORT or unix:PATH. */

enum { TIV__PORT = 7077, TIV__PLACES = 8, TIV__HOST = 256 };

union tiv__place {
	struct sockaddr any;
	struct sockaddr_in v4;
	struct sockaddr_in6 v6;
	struct sockaddr_un local;
};

/* The search for the addresses of a name, by a thread of its own: it can take long, and
 * allocates. Who is done with it second frees it. */
struct tiv__lookup {
	char host[TIV__HOST];
	uint16_t port;
	int turns; /* atomic: the thread is done, or nobody waits for it any more */
	int count;
	union tiv__place places[TIV__PLACES];
};

static struct {
	char text[512];
	char host[TIV__HOST]; /* a name to look up; "" if there is none */
	uint16_t port;
	union tiv__place places[TIV__PLACES];
	int count, at; /* of places; that of the next attempt */
	struct tiv__lookup *lookup; /* NULL if there is none */
} tiv__address;

static int tiv__is_address(const char *s) {
	return strncmp(s, "tcp://", 6) == 0 || strncmp(s, "tls://", 6) == 0 || strncmp(s, "unix:", 5) == 0;
}

static void tiv__set_port(union tiv__place *p, uint16_t port) {
	if (p->any.sa_family == AF_INET)
		p->v4.sin_port = htons(port);
	else
		p->v6.sin6_port = htons(port);
}

static socklen_t tiv__place_size(const union tiv__place *p) {
	return p->any.sa_family == AF_UNIX ? sizeof p->local : p->any.sa_family == AF_INET ? sizeof p->v4 : sizeof p->v6;
}

/* tiv__split splits HOST:PORT, [HOST]:PORT or HOST, and returns 0 or an error number. */
static int tiv__split(const char *s) {
	const char *end, *port;
	unsigned long number = TIV__PORT;
	char *rest;
	if (*s == '[') {
		end = strchr(++s, ']');
		port = end ? end + 1 : NULL;
	} else {
		end = port = s + strcspn(s, ":");
	}
	if (!end || end == s || (size_t)(end - s) >= sizeof tiv__address.host || memchr(s, '/', (size_t)(end - s)))
		return EINVAL;
	if (*port) {
		if (*port != ':' || port[1] < '0' || port[1] > '9')
			return EINVAL;
		number = strtoul(port + 1, &rest, 10);
		if (*rest || number < 1 || number > 65535)
			return EINVAL;
	}
	memcpy(tiv__address.host, s, (size_t)(end - s));
	tiv__address.host[end - s] = 0;
	tiv__address.port = (uint16_t)number;
	return 0;
}

/* tiv__numeric finds the place of a host that needs no search, and reports whether it is one. */
static int tiv__numeric(const char *host) {
	union tiv__place *p = &tiv__address.places[0];
	if (strcmp(host, "localhost") == 0)
		host = "127.0.0.1";
	if (inet_pton(AF_INET, host, &p->v4.sin_addr) == 1)
		p->any.sa_family = AF_INET;
	else if (inet_pton(AF_INET6, host, &p->v6.sin6_addr) == 1)
		p->any.sa_family = AF_INET6;
	else
		return 0;
	tiv__set_port(p, tiv__address.port);
	return 1;
}

/* tiv__set_address returns 0 or an error number. */
static int tiv__set_address(const char *s) {
	int error;
	memset(&tiv__address, 0, sizeof tiv__address);
	if (strlen(s) >= sizeof tiv__address.text)
		return ENAMETOOLONG;
	strcpy(tiv__address.text, s);
	tiv__address.count = 1;
	if (strncmp(s, "tls:", 4) == 0)
		return EPROTONOSUPPORT;
	if (strncmp(s, "unix:", 5) == 0) {
		struct sockaddr_un *local = &tiv__address.places[0].local;
		if (s[5] == 0)
			return EINVAL;
		if (strlen(s + 5) >= sizeof local->sun_path)
			return ENAMETOOLONG;
		local->sun_family = AF_UNIX;
		strcpy(local->sun_path, s + 5);
		return 0;
	}
	if ((error = tiv__split(s + 6)) != 0)
		return error;
	if (tiv__numeric(tiv__address.host)) {
		tiv__address.host[0] = 0;
		return 0;
	}
	tiv__address.count = 0;
#ifdef TIV__NUMERIC
	return EINVAL;
#else
	return 0;
#endif
}

static void tiv__release_lookup(struct tiv__lookup *l) {
	if (l && __atomic_add_fetch(&l->turns, 1, __ATOMIC_ACQ_REL) == 2)
		TIV__FREE(l);
}

#ifndef TIV__NUMERIC
static void *tiv__look_up(void *arg) {
	struct tiv__lookup *l = (struct tiv__lookup *)arg;
	struct addrinfo want, *list = NULL, *a;
	memset(&want, 0, sizeof want);
	want.ai_socktype = SOCK_STREAM;
	if (getaddrinfo(l->host, NULL, &want, &list) == 0) {
		for (a = list; a && l->count < TIV__PLACES; a = a->ai_next)
			if (a->ai_family == AF_INET || a->ai_family == AF_INET6) {
				memcpy(&l->places[l->count], a->ai_addr, a->ai_addrlen);
				tiv__set_port(&l->places[l->count++], l->port);
			}
		freeaddrinfo(list);
	}
	tiv__release_lookup(l);
	return NULL;
}
#endif

/* tiv__begin_lookup begins the search, and returns 0 or an error number. */
static int tiv__begin_lookup(void) {
#ifdef TIV__NUMERIC
	return EINVAL;
#else
	struct tiv__lookup *l = (struct tiv__lookup *)TIV__CALLOC(1, sizeof *l);
	int error;
	if (!l)
		return ENOMEM;
	memcpy(l->host, tiv__address.host, sizeof l->host);
	l->port = tiv__address.port;
	if ((error = tiv__spawn(tiv__look_up, l)) != 0)
		TIV__FREE(l);
	else
		tiv__address.lookup = l;
	return error;
#endif
}

/* tiv__end_lookup takes the result of a search, and reports whether it has ended. */
static int tiv__end_lookup(void) {
	struct tiv__lookup *l = tiv__address.lookup;
	if (__atomic_load_n(&l->turns, __ATOMIC_ACQUIRE) == 0)
		return 0;
	tiv__address.count = l->count, tiv__address.at = 0;
	memcpy(tiv__address.places, l->places, sizeof l->places);
	tiv__address.lookup = NULL;
	tiv__release_lookup(l);
	return 1;
}
