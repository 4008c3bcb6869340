work() { run sysbench threads --threads=8 --thread-locks=4 --events=300 --time=0 run | grep 'number of events'; }
