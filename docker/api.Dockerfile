# The API: one stateless process. Build from the repository's root:
#   docker build --file docker/api.Dockerfile --tag spareswipe-api .
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
RUN pnpm --filter @spareswipe/contract --filter @spareswipe/api --filter @spareswipe/web run build && \
    pnpm --filter @spareswipe/api deploy --prod /api && \
    chmod -R a+rX /api scripts/smoke* apps/web/dist # whatever the umask of the checkout was

FROM node:24.21.0-slim
ENV NODE_ENV=production PORT=3000
WORKDIR /api
COPY --from=build /api/package.json ./
COPY --from=build /api/node_modules ./node_modules
COPY --from=build /api/dist ./dist
# The page of a shared request, with its preview: docker/nginx.conf.template.
COPY --from=build /repo/apps/web/dist/requests.html /web/dist/
# `pnpm smoke` without a workspace: docs/operating.md.
COPY --from=build /repo/scripts/smoke.mjs ./scripts/
COPY --from=build /repo/scripts/smoke ./scripts/smoke
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health/live`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--enable-source-maps", "dist/main.js"]
