prepare() {
	cat >main.rs <<'EOF'
use std::sync::{mpsc, Arc, Condvar, Mutex, RwLock};
use std::thread;

fn main() {
    let (sum, table) = (Arc::new(Mutex::new(0u64)), Arc::new(RwLock::new(0u64)));
    let done = Arc::new((Mutex::new(0), Condvar::new()));
    let (to, from) = mpsc::sync_channel::<u64>(10);
    let threads: Vec<_> = (0..4u64)
        .map(|i| {
            let (sum, table, done, to) = (sum.clone(), table.clone(), done.clone(), to.clone());
            let work = move || {
                for n in 0..100_000u64 {
                    *sum.lock().unwrap() += n;
                    if n % 8 == 0 { *table.write().unwrap() += n } else { std::hint::black_box(*table.read().unwrap()); }
                    if n % 1000 == 0 { to.send(n).unwrap() }
                }
                *done.0.lock().unwrap() += 1;
                done.1.notify_all();
            };
            thread::Builder::new().name(format!("worker-{}", i)).spawn(work).unwrap()
        })
        .collect();
    drop(to);
    println!("{}", from.iter().sum::<u64>());
    let mut n = done.0.lock().unwrap();
    while *n < 4 { n = done.1.wait(n).unwrap() }
    drop(n);
    for t in threads { t.join().unwrap() }
    println!("{} {}", sum.lock().unwrap(), table.read().unwrap());
}
EOF
	rustc -O -o main main.rs
}
work() { run ./main; }
