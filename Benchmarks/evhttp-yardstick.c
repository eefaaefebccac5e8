/*
 * A minimal server on libevent's own HTTP layer, the second yardstick of the benchmark: every
 * request is answered with the bytes of one file, which is what a server on evhttp costs before it
 * does anything.
 *
 * usage: evhttp-yardstick FILE PORT
 */
#include <sys/socket.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

#include <event2/buffer.h>
#include <event2/event.h>
#include <event2/http.h>

struct body {
	char *bytes;
	size_t count;
};

static void answer(struct evhttp_request *request, void *context)
{
	const struct body *body = context;

	evhttp_add_header(evhttp_request_get_output_headers(request), "Content-Type", "application/json");
	evbuffer_add(evhttp_request_get_output_buffer(request), body->bytes, body->count);
	evhttp_send_reply(request, 200, "OK", NULL);
}

static void stop(evutil_socket_t signal, short events, void *context)
{
	(void)signal;
	(void)events;
	event_base_loopbreak(context);
}

/* Reads the file at `path`; leaves no bytes when that fails. */
static struct body contents(const char *path)
{
	struct body body = { NULL, 0 };
	FILE *file = fopen(path, "rb");
	long size;

	if (!file)
		return body;
	if (fseek(file, 0, SEEK_END) == 0 && (size = ftell(file)) > 0 && fseek(file, 0, SEEK_SET) == 0) {
		body.bytes = malloc((size_t)size);
		if (body.bytes)
			body.count = fread(body.bytes, 1, (size_t)size, file);
	}
	fclose(file);
	return body;
}

int main(int argc, char **argv)
{
	struct event_base *base;
	struct evhttp *server;
	struct evhttp_bound_socket *bound;
	struct event *interrupt, *terminate;
	struct body body;
	int on = 1;

	if (argc != 3) {
		fprintf(stderr, "usage: evhttp-yardstick FILE PORT\n");
		return 2;
	}
	body = contents(argv[1]);
	if (body.count == 0) {
		fprintf(stderr, "evhttp-yardstick: nothing to read in %s\n", argv[1]);
		return 1;
	}

	base = event_base_new();
	server = base ? evhttp_new(base) : NULL;
	bound = server ? evhttp_bind_socket_with_handle(server, "127.0.0.1", (ev_uint16_t)atoi(argv[2])) : NULL;
	if (!bound) {
		fprintf(stderr, "evhttp-yardstick: cannot listen on 127.0.0.1:%s\n", argv[2]);
		return 1;
	}
	/* Accepted connections inherit the option. */
	setsockopt(evhttp_bound_socket_get_fd(bound), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
	evhttp_set_gencb(server, answer, &body);
	evhttp_set_allowed_methods(server, EVHTTP_REQ_GET | EVHTTP_REQ_HEAD | EVHTTP_REQ_POST);

	interrupt = evsignal_new(base, SIGINT, stop, base);
	terminate = evsignal_new(base, SIGTERM, stop, base);
	evsignal_add(interrupt, NULL);
	evsignal_add(terminate, NULL);
	event_base_dispatch(base);

	event_free(interrupt);
	event_free(terminate);
	evhttp_free(server);
	event_base_free(base);
	free(body.bytes);
	return 0;
}
