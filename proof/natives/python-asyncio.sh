prepare() {
	cat >main.py <<'EOF'
import asyncio, time

async def one(i):
    await asyncio.sleep(0.01)
    return await asyncio.to_thread(lambda: (time.sleep(0.005), i)[1])

async def main():
    print(sum(await asyncio.gather(*(one(i) for i in range(200)))))

asyncio.run(main())
EOF
}
work() { run python3 main.py; }
