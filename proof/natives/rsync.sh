prepare() { bytes 30000000; mkdir from && split -b 1000000 data from/; }
work() { rm -rf to && run rsync -a from/ to/ && diff -r from to; }
