prepare() {
	cat >main.js <<'EOF'
const { Worker, isMainThread, parentPort, workerData } = require('worker_threads');
if (isMainThread) {
  let sum = 0, left = 4;
  for (let i = 0; i < 4; i++)
    new Worker(__filename, { workerData: i }).on('message', n => { sum += n; if (--left === 0) console.log(sum); });
} else {
  let n = 0;
  for (let k = 0; k < 2e6; k++) n = (n + k * (workerData + 1)) % 1000003;
  parentPort.postMessage(n);
}
EOF
}
work() { run nodejs main.js; }
