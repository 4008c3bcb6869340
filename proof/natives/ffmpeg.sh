work() { run ffmpeg -v error -f lavfi -i testsrc=duration=15:size=640x360:rate=25 -c:v mpeg4 -threads 4 -f framemd5 - | md5sum; }
