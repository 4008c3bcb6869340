work() { run sysbench mutex --threads=8 --mutex-num=16 --mutex-locks=200000 --mutex-loops=100 run | grep 'number of events'; }
