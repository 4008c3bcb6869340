//! Programs all of whose threads wait. In the healthy ones something ends that; in their broken
//! twins the thread that could is gone, or waits itself.
//!
//! Usage: waiters NAME healthy|broken [MS], where MS is after what time a healthy one ends.
use std::io::{Read, Write};
use std::os::unix::net::UnixStream;
use std::sync::{mpsc, Arc, Barrier, Condvar, Mutex, RwLock};
use std::thread::{self, JoinHandle};
use std::time::Duration;

fn start(name: &str, f: impl FnOnce() + Send + 'static) -> JoinHandle<()> {
    thread::Builder::new().name(name.into()).spawn(f).unwrap()
}

fn nap() {
    let ms = std::env::args().nth(3).map_or(1_000_000, |ms| ms.parse().unwrap());
    thread::sleep(Duration::from_millis(ms));
}

/// A worker waits for a job; the broken ones wait for each other's.
fn channels(healthy: bool) {
    let ((to_first, first), (to_second, second)) = (mpsc::channel::<()>(), mpsc::channel::<()>());
    let worker = start("first", move || {
        first.recv().unwrap();
        to_second.send(()).unwrap();
    });
    if healthy {
        nap();
        to_first.send(()).unwrap();
        second.recv().unwrap();
    } else {
        start("second", move || {
            second.recv().unwrap();
            to_first.send(()).unwrap();
        });
    }
    worker.join().unwrap();
}

/// A thread sleeps with a lock; the broken ones take two in opposite orders.
fn order(healthy: bool) {
    let (a, b, both) = (Arc::new(Mutex::new(())), Arc::new(Mutex::new(())), Arc::new(Barrier::new(2)));
    let take = |one: &Arc<Mutex<()>>, other: &Arc<Mutex<()>>| {
        let (one, other, both) = (one.clone(), other.clone(), both.clone());
        move || {
            let _one = one.lock().unwrap();
            if healthy { nap() } else { drop(both.wait()) }
            drop(other.lock().unwrap());
        }
    };
    let first = start("first", take(&a, &b));
    let second = start("second", if healthy { take(&a, &b) } else { take(&b, &a) });
    first.join().unwrap();
    second.join().unwrap();
}

/// A condition; the thread that would make it true has ended.
fn condition(healthy: bool) {
    let pair = Arc::new((Mutex::new(false), Condvar::new()));
    let other = pair.clone();
    start("changer", move || {
        if healthy {
            nap();
            *other.0.lock().unwrap() = true;
            other.1.notify_all();
        }
    });
    drop(pair.1.wait_while(pair.0.lock().unwrap(), |done| !*done));
}

/// A parked thread; the one that would unpark it waits for its end.
fn park(healthy: bool) {
    let parked = start("parked", || thread::park());
    if healthy {
        nap();
        parked.thread().unpark();
    }
    parked.join().unwrap();
}

/// A reader waits for a writer; the broken one has forgotten that it has the lock.
fn forgotten(healthy: bool) {
    let table = Arc::new(RwLock::new(0));
    let (other, (held, is_held)) = (table.clone(), mpsc::channel());
    let writer = start("writer", move || {
        let guard = other.write().unwrap();
        held.send(()).unwrap();
        if healthy { nap() } else { std::mem::forget(guard) }
    });
    is_held.recv().unwrap();
    drop(table.read());
    writer.join().unwrap();
}

/// A join; the broken one is under a lock that the thread needs.
fn joins(healthy: bool) {
    let lock = Arc::new(Mutex::new(()));
    let other = lock.clone();
    let guard = if healthy { None } else { Some(lock.lock()) };
    let task = start("task", move || if healthy { nap() } else { drop(other.lock()) });
    task.join().unwrap();
    drop(guard);
}

/// A reader of a socket, and a worker; the broken reader waits for the worker's word first.
fn sockets(healthy: bool) {
    let (mut here, mut there) = UnixStream::pair().unwrap();
    let ((job, jobs), (answer, answers)) = (mpsc::channel::<()>(), mpsc::channel::<()>());
    let worker = start("worker", move || {
        jobs.recv().unwrap();
        answer.send(()).unwrap();
    });
    if healthy {
        start("writer", move || {
            nap();
            there.write_all(&[1]).unwrap();
        });
        here.read_exact(&mut [0]).unwrap();
        job.send(()).unwrap();
    }
    answers.recv().unwrap();
    worker.join().unwrap();
}

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let run = match args[1].as_str() {
        "channels" => channels,
        "order" => order,
        "condition" => condition,
        "park" => park,
        "forgotten" => forgotten,
        "joins" => joins,
        "sockets" => sockets,
        name => panic!("{}", name),
    };
    run(args[2] == "healthy");
}
