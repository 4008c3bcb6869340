const {performance}=require('perf_hooks');
const fs=require('fs');
function fib(n){return n<2?n:fib(n-1)+fib(n-2)}
performance.mark('start'); fib(27); performance.mark('end'); performance.measure('fib','start','end');
setTimeout(()=>{fs.readFileSync(__filename); console.timeEnd&&0;},5);
fs.readFile(__filename,()=>{});
const {Worker}=require('worker_threads');
new Worker('function f(n){return n<2?n:f(n-1)+f(n-2)};f(25)',{eval:true});
