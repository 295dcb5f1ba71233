# nginx: serves the web app and forwards /api to the API. Build from the repository's root:
#   docker build --file docker/web.Dockerfile --tag spareswipe-web .
FROM node:24.21.0-slim AS build
RUN npm install --global pnpm@12
WORKDIR /repo
COPY . .
RUN pnpm install --frozen-lockfile --filter @spareswipe/api... --filter @spareswipe/web... && \
    pnpm --filter @spareswipe/contract --filter @spareswipe/api --filter @spareswipe/web run build && \
    node docker/nginx-headers.mjs > /headers.conf

FROM nginx:stable-alpine
COPY docker/nginx.conf.template /etc/nginx/templates/default.conf.template
COPY --from=build /headers.conf /etc/nginx/spareswipe-headers.conf
COPY --from=build /repo/apps/web/dist /usr/share/nginx/html
# nginx does not run as root: the port is above 1024, and nginx owns the files that it writes at start.
RUN sed -i -e '/^user /d' -e 's#^pid .*#pid /tmp/nginx.pid;#' /etc/nginx/nginx.conf && \
    chown -R nginx /etc/nginx/conf.d /var/cache/nginx
USER nginx
ENV API_ADDRESS=api:3000
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=5s --start-period=10s --retries=3 \
  CMD ["wget", "--quiet", "--output-document=/dev/null", "http://127.0.0.1:8080/"]
