# nginx: serves the web app and forwards /api to the API. Build from the repository's root:
#   docker build --file docker/web.Dockerfile --tag spareswipe-web --build-arg VITE_APP_ORIGIN=https://your.address .
# The address is for link previews: messengers want the whole address of the picture.
FROM node:24.21.0-slim AS build
RUN npm install --global pnpm@12
WORKDIR /repo
# Before the sources, so that a change of code does not install again.
COPY package.json pnpm-lock.yaml pnpm-workspace.yaml ./
COPY apps/api/package.json apps/api/
COPY apps/web/package.json apps/web/
COPY packages/contract/package.json packages/contract/
COPY packages/fake-stripe/package.json packages/fake-stripe/
COPY packages/lint/package.json packages/lint/
COPY packages/local-services/package.json packages/local-services/
RUN pnpm install --frozen-lockfile --filter @spareswipe/api... --filter @spareswipe/web...
COPY . .
ARG VITE_APP_ORIGIN
RUN pnpm --filter @spareswipe/contract --filter @spareswipe/api --filter @spareswipe/web run build && \
    node docker/nginx-headers.mjs > /headers.conf

FROM nginx:stable-alpine
COPY docker/nginx.main.conf /etc/nginx/nginx.conf
COPY docker/nginx.conf.template /etc/nginx/templates/default.conf.template
COPY --from=build /headers.conf /etc/nginx/spareswipe-headers.conf
COPY --from=build /repo/apps/web/dist /usr/share/nginx/html
# nginx does not run as root: the port is above 1024, and nginx owns the files that it writes at start. It reads the others,
# whatever the umask of the checkout was.
RUN chown -R nginx /etc/nginx/conf.d /var/cache/nginx && chmod -R a+rX /etc/nginx /usr/share/nginx/html
USER nginx
# PROXIES may name a client's address. The third lets the image's entrypoint set NGINX_LOCAL_RESOLVERS from /etc/resolv.conf.
# PAGE_FEATURES=sign-on where SIGN_ON is set.
ENV API_ADDRESS=api:3000 PROXIES=127.0.0.1 PAGE_FEATURES= NGINX_ENTRYPOINT_LOCAL_RESOLVERS=1
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=5s --start-period=10s --retries=3 \
  CMD ["wget", "--quiet", "--output-document=/dev/null", "http://127.0.0.1:8080/"]
