# Threads that wait for child processes. Prints the processor time of the process in ns.
import concurrent.futures
import resource
import subprocess


def job(_):
    return subprocess.run(["sleep", "0.2"]).returncode


with concurrent.futures.ThreadPoolExecutor(4) as pool:
    list(pool.map(job, range(8)))
used = resource.getrusage(resource.RUSAGE_SELF)
print(int((used.ru_utime + used.ru_stime) * 1e9))
