package definition

import (
	"slices"
	"testing"
)

// Patterns of methods are of definitions that can be about Java, in the words of the recorder.
func TestJavaMethods(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		attributes string
		want       []string
	}{
		{`METHOD="service" CLASS="shop/Shop$Pay"`, []string{"shop.Shop$Pay.service"}},
		{`METHOD="service" OBJECTS="a.Servlet b/Servlet"`, []string{"+a.Servlet.service", "+b.Servlet.service"}},
		{`METHOD="run*" CLASS="*.Job"`, []string{"*.Job.run*"}},
		{`METHOD="handle"`, []string{"*.handle"}},
		{`METHOD="handle" SOURCE="shop/Shop.java"`, []string{"*.handle"}},
		{`METHOD="put" CLASS="a.B" SIGN="(I[Ljava/lang/String;)V"`, []string{"a.B.put(I[Ljava/lang/String;)V"}},
		{`METHOD="put" CLASS="a.B" SIGN="(I)"`, []string{"a.B.put(I)*"}},
		{`METHOD="put" CLASS="a.B" SIGN="(int, String)"`, []string{"a.B.put"}},
		{`METHOD="put" CLASS="a.B" CONTINUE="a.C.run d.*.call"`, []string{"a.B.put", "a.C.run", "d.*.call"}},
		{`METHOD="handle" SOURCE="msg/client.c"`, nil},
		{`METHOD="serve" CLASS="net/http.(*conn)"`, nil},
		{`METHOD="serve" CLASS="net/http.conn"`, nil},
		{`METHOD="put" CLASS="ns::Store"`, nil},
	} {
		if got := (List{read(t, test.attributes)}).JavaMethods(); !slices.Equal(got, test.want) {
			t.Errorf("%s: %q, want %q", test.attributes, got, test.want)
		}
	}
	if got := BuiltIn().JavaMethods(); !slices.Contains(got, "java.awt.Component.dispatchEvent(Ljava/awt/AWTEvent;)V") ||
		!slices.Contains(got, "+java.util.concurrent.Executor.execute") {
		t.Errorf("built in: %q", got)
	}
}
