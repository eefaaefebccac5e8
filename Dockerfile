FROM swift:6.3-bookworm AS build
# Debian's fixes are wanted, so no versions are pinned.
# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install -y --no-install-recommends libevent-dev libsqlite3-dev libssl-dev pkg-config \
        zlib1g-dev libbrotli-dev libpng-dev libjpeg-dev libwebp-dev libfreetype-dev libpcre2-dev libyaml-dev \
        fonts-dejavu-core \
        python3 python3-yaml \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /build
COPY Package.swift openapi.yaml openapi-control.yaml ./
COPY scripts scripts
COPY seed seed
COPY Sources Sources
# Not built here, but the manifest names them.
COPY Tests Tests
COPY Examples/Guestbook Examples/Guestbook
RUN scripts/build-release

# One static file: no shell, no libraries, nothing to update. Works with a read-only root; a data
# file goes to a folder that user 65532 may write:
#   docker run -p 8080:8080 -v "$PWD/data:/data" mockpostly serve --host 0.0.0.0 --data /data/blog.sqlite
FROM scratch
COPY --from=build /build/.build/mockpostly /mockpostly
USER 65532:65532
# Nothing in answers leads out of the container's network.
ENV MOCKPOSTLY_LINKS=local
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=2s --retries=3 \
    CMD ["/mockpostly", "healthcheck"]
ENTRYPOINT ["/mockpostly"]
CMD ["serve", "--host", "0.0.0.0"]
