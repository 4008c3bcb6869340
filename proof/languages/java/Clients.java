import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/** The clients of a message server, and their connections. */
final class Clients {
    /** The thread of one connection. */
    interface Listener {
        void run(Lines lines) throws Exception;
    }

    /** The server's end of a connection. */
    static final class Lines {
        private final BufferedReader in;
        private final PrintStream out;

        Lines(Socket socket) throws IOException {
            in = new BufferedReader(new InputStreamReader(socket.getInputStream()));
            out = new PrintStream(socket.getOutputStream(), true);
        }

        String read() throws IOException {
            return in.readLine();
        }

        void write(String line) {
            out.println(line);
        }
    }

    private final PrintStream[] clients;

    /** Starts a listener for each client; named returns its name. */
    Clients(int n, java.util.function.IntFunction<String> named, java.util.function.IntFunction<Listener> listener) throws IOException {
        clients = new PrintStream[n];
        ServerSocket server = new ServerSocket(0, n, InetAddress.getLoopbackAddress());
        for (int i = 0; i < n; i++) {
            clients[i] = new PrintStream(new Socket(server.getInetAddress(), server.getLocalPort()).getOutputStream(), true);
            Lines lines = new Lines(server.accept());
            Listener l = listener.apply(i);
            Work.start(named.apply(i), () -> l.run(lines));
        }
    }

    void send(int client, String line) {
        clients[client].println(line);
    }
}
