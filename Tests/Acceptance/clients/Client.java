import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;

/** Asks for an address over https, trusting what Java trusts, and prints the body. */
public class Client {
    public static void main(String[] arguments) throws InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(arguments[0])).build();
        try {
            System.out.print(HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).body());
        } catch (IOException problem) {
            System.err.println(problem);
            System.exit(1);
        }
    }
}
