//! Waits in each way of Rust's library, all at once. Prints a line for each thread: its name,
//! the state of its wait in a trace, for how long it waited at least and at most, its processor
//! time, and its time in the queue for a processor, in ns; and at last the processor time of the
//! process.
use std::fs;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::os::unix::net::UnixStream;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering::SeqCst};
use std::sync::{mpsc, Arc, Barrier, Condvar, Mutex, Once, RwLock};
use std::thread;
use std::time::{Duration, Instant};

extern "C" {
    fn gettid() -> i32;
    fn clock_gettime(clock: i32, time: *mut [i64; 2]) -> i32;
    fn getrusage(who: i32, used: *mut [i64; 18]) -> i32;
}

const NAP: Duration = Duration::from_millis(50);
const FOREVER: Duration = Duration::from_secs(1000);

type Action = Box<dyn FnOnce() + Send>;

/// A thread that waits until end is called, or by itself if there is none.
struct Row {
    name: &'static str,
    state: &'static str,
    tid: Arc<AtomicI32>,
    end: Option<Action>,
    thread: thread::JoinHandle<[u128; 3]>,
}

/// The processor time of the calling thread in ns.
fn ran() -> u128 {
    const THREAD: i32 = 3;
    let mut t = [0i64; 2];
    unsafe { clock_gettime(THREAD, &mut t) };
    t[0] as u128 * 1_000_000_000 + t[1] as u128
}

fn row(name: &'static str, state: &'static str, wait: impl FnOnce() + Send + 'static, end: Option<Action>) -> Row {
    let tid = Arc::new(AtomicI32::new(0));
    let own = tid.clone();
    let work = move || {
        let began = Instant::now();
        own.store(unsafe { gettid() }, SeqCst);
        wait();
        let most = began.elapsed().as_nanos();
        let stat = fs::read_to_string("/proc/thread-self/schedstat").unwrap();
        let queued = stat.split_whitespace().nth(1).unwrap().parse().unwrap();
        [most, ran(), queued]
    };
    let thread = thread::Builder::new().name(name.into()).spawn(work).unwrap();
    Row { name, state, tid, end, thread }
}

fn ended(name: &'static str, state: &'static str, wait: impl FnOnce() + Send + 'static, end: impl FnOnce() + Send + 'static) -> Row {
    row(name, state, wait, Some(Box::new(end)))
}

fn alone(name: &'static str, state: &'static str, wait: impl FnOnce() + Send + 'static) -> Row {
    row(name, state, wait, None)
}

/// How often a sleeping thread has gone to sleep.
fn switches(tid: i32) -> Option<u64> {
    let text = fs::read_to_string(format!("/proc/self/task/{}/status", tid)).ok()?;
    let after = text.split("\nvoluntary_ctxt_switches:").nth(1)?;
    if text.contains("State:\tS") { after.split_whitespace().next()?.parse().ok() } else { None }
}

/// The same of all threads that wait for an end.
fn asleep(rows: &[Row]) -> Option<u64> {
    rows.iter().filter(|r| r.end.is_some()).map(|r| switches(r.tid.load(SeqCst))).sum()
}

fn compute(time: Duration) {
    let end = ran() + time.as_nanos();
    while ran() < end {}
}

fn locks() -> Vec<Row> {
    let held = mpsc::channel::<()>();
    let (lock, read, written) = (Arc::new(Mutex::new(0)), Arc::new(RwLock::new(0)), Arc::new(RwLock::new(0)));
    let (lock2, read2, written2) = (lock.clone(), read.clone(), written.clone());
    let (release, released) = mpsc::channel::<()>();
    let holder = thread::spawn(move || {
        let _all = (lock.lock(), read.read(), written.write());
        held.0.send(()).unwrap();
        released.recv().unwrap_err();
    });
    held.1.recv().unwrap();
    let mut release = Some((release, holder));
    vec![
        ended("Mutex", "blocking", move || *lock2.lock().unwrap() += 1, || ()),
        ended("RwLock_write", "suspended", move || *read2.write().unwrap() += 1, || ()),
        ended("RwLock_read", "suspended", move || assert_eq!(*written2.read().unwrap(), 0), move || {
            let (release, holder) = release.take().unwrap();
            drop(release);
            holder.join().unwrap();
        }),
    ]
}

fn signals() -> Vec<Row> {
    let mut rows = vec![];
    let pair = Arc::new((Mutex::new(false), Condvar::new()));
    let other = pair.clone();
    rows.push(ended("Condvar", "suspended", move || drop(pair.1.wait_while(pair.0.lock().unwrap(), |done| !*done)), move || {
        *other.0.lock().unwrap() = true;
        other.1.notify_one()
    }));
    let pair = Arc::new((Mutex::new(false), Condvar::new()));
    let other = pair.clone();
    let wait = move || drop(pair.1.wait_timeout_while(pair.0.lock().unwrap(), FOREVER, |done| !*done));
    rows.push(ended("Condvar_timed", "suspended", wait, move || {
        *other.0.lock().unwrap() = true;
        other.1.notify_all()
    }));
    let barrier = Arc::new(Barrier::new(2));
    let other = barrier.clone();
    rows.push(ended("Barrier", "suspended", move || drop(barrier.wait()), move || drop(other.wait())));
    static ONCE: Once = Once::new();
    let (began, go) = (mpsc::channel(), mpsc::channel::<()>());
    let (to, from) = go;
    let first = began.0;
    thread::spawn(move || ONCE.call_once(|| (first.send(()).unwrap(), from.recv().unwrap()).1));
    began.1.recv().unwrap();
    rows.push(ended("Once", "suspended", || ONCE.call_once(|| ()), move || to.send(()).unwrap()));
    let flag = Arc::new(AtomicBool::new(false));
    let other = flag.clone();
    let park = move || while !flag.load(SeqCst) { thread::park() };
    let parked = row("park", "suspended", park, None);
    let handle = parked.thread.thread().clone();
    rows.push(Row { end: Some(Box::new(move || { other.store(true, SeqCst); handle.unpark() })), ..parked });
    let (to, from) = mpsc::channel::<()>();
    let joined = thread::spawn(move || from.recv().unwrap());
    rows.push(ended("join", "suspended", move || joined.join().unwrap(), move || to.send(()).unwrap()));
    let (to, from) = mpsc::channel::<()>();
    let scoped = move || thread::scope(|s| drop(s.spawn(move || from.recv().unwrap())));
    rows.push(ended("scope", "suspended", scoped, move || to.send(()).unwrap()));
    rows
}

fn channels() -> Vec<Row> {
    let mut rows = vec![];
    let (to, from) = mpsc::channel::<()>();
    rows.push(ended("recv", "suspended", move || from.recv().unwrap(), move || to.send(()).unwrap()));
    let (to, from) = mpsc::channel::<()>();
    rows.push(ended("recv_timeout", "suspended", move || from.recv_timeout(FOREVER).unwrap(), move || to.send(()).unwrap()));
    let (to, from) = mpsc::sync_channel::<()>(1);
    to.send(()).unwrap();
    rows.push(ended("send_full", "suspended", move || to.send(()).unwrap(), move || from.iter().for_each(drop)));
    let (to, from) = mpsc::sync_channel::<()>(0);
    rows.push(ended("rendezvous", "suspended", move || to.send(()).unwrap(), move || from.recv().unwrap()));
    let (to, from) = mpsc::channel::<()>();
    rows.push(ended("disconnect", "suspended", move || assert_eq!(from.iter().count(), 0), move || drop(to)));
    rows
}

fn devices() -> Vec<Row> {
    let mut rows = vec![];
    let (mut here, mut there) = UnixStream::pair().unwrap();
    rows.push(ended("read", "io", move || here.read_exact(&mut [0]).unwrap(), move || there.write_all(&[1]).unwrap()));
    let (mut here, mut there) = UnixStream::pair().unwrap();
    let text = vec![0; 1 << 21];
    rows.push(ended("write", "io", move || here.write_all(&text).unwrap(), move || drop(there.read_exact(&mut vec![0; 1 << 21]))));
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    rows.push(ended("accept", "io", move || drop(listener.accept().unwrap()), move || drop(TcpStream::connect(address).unwrap())));
    let mut child = Command::new("cat").stdin(Stdio::piped()).spawn().unwrap();
    let input = child.stdin.take();
    rows.push(ended("child", "suspended", move || assert!(child.wait().unwrap().success()), move || drop(input)));
    let mut child = Command::new("cat").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let input = child.stdin.take();
    rows.push(ended("child_output", "io", move || drop(child.wait_with_output().unwrap()), move || drop(input)));
    rows
}

fn times() -> Vec<Row> {
    vec![
        alone("sleep", "suspended", || thread::sleep(NAP)),
        alone("park_timeout", "suspended", || {
            let began = Instant::now();
            while began.elapsed() < NAP { thread::park_timeout(NAP) }
        }),
        alone("computes", "-", || compute(NAP * 3)),
        alone("both", "-", || (0..20).for_each(|_| { compute(NAP * 3 / 50); thread::sleep(NAP / 25) })),
    ]
}

fn main() {
    let mut rows: Vec<Row> = [locks(), signals(), channels(), devices(), times()].into_iter().flatten().collect();
    let (mut before, mut after) = (None, Some(0));
    while before.is_none() || before != after {
        after = before;
        thread::sleep(NAP / 5);
        before = asleep(&rows);
    }
    let began = Instant::now();
    thread::sleep(NAP);
    let least = began.elapsed().as_nanos();
    let own: Vec<_> = rows.iter_mut().map(|r| r.end.take().map(|end| end()).is_none()).collect();
    for (r, own) in rows.into_iter().zip(own) {
        let [most, ran, queued] = r.thread.join().unwrap();
        println!("{} {} {} {} {} {}", r.name, r.state, if own { NAP.as_nanos() } else { least }, most, ran, queued);
    }
    let mut used = [0i64; 18];
    unsafe { getrusage(0, &mut used) };
    println!("usage {}", (used[0] + used[2]) * 1_000_000_000 + (used[1] + used[3]) * 1000);
}
