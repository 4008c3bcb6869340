classes=/usr/share/java/h2.jar
prepare() {
	printf 'create table t(id identity, n int);\ninsert into t(n) select x from system_range(1, 50000);\nselect count(*), sum(n) from t;\n' >work.sql
}
work() {
	run java -cp $classes org.h2.tools.RunScript -url jdbc:h2:mem:shop -script work.sql -showResults | grep -v '^;' | md5sum
}
