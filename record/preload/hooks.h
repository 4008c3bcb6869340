/* hooks.h connects tiv.h with this library: memory and a file of its own, and the flusher's
 * part of deferred events. */
#include "account.h"

#define TIV_BUFFER_BYTES (32u << 20)
#define TIV__FEEDLET struct account account;

#define TIV__HOOK_FLUSHER begin_flusher
#define TIV__HOOK_PASS claim
#define TIV__HOOK_GATHER gather_claimed
#define TIV__HOOK_IDLE look_outside
#define TIV__HOOK_LEAVE leave
#define TIV__HOOK_ASK park
#define TIV__HOOK_ANSWERED unpark
#define TIV__HOOK_BLOCK limit_rate
#define TIV__HOOK_ALONE is_alone
#define TIV__HOOK_SHARED shared_identity

#define TIV__NUMERIC /* the search for a name enters the program's allocator */
#define TIV__HOOK_SHUT() sandboxed
#define TIV__HOOK_SPEAKS speaks
#define TIV__SETTING own_setting
#define TIV__PROGRAM file.name
#define TIV__LANGUAGE own_language()
#define TIV__SOCKET own_socket
#define TIV__CONNECT own_connect
#define TIV__SEND own_send
#define TIV__RECV own_receive
#define TIV__POLL own_poll
#define TIV__SAY own_say

#define TIV__MALLOC own_malloc
#define TIV__CALLOC own_calloc
#define TIV__REALLOC own_realloc
#define TIV__ALIGNED own_aligned
#define TIV__FREE own_free
#define TIV__OPEN own_open
#define TIV__WRITE own_write
#define TIV__TRUNCATE own_truncate
#define TIV__CLOSE own_close
#define TIV__SORT(list, n, size, order) sort_events(list, n)
#define TIV__THREAD REAL(pthread_create)
#define TIV__SYSCALL REAL(syscall)
