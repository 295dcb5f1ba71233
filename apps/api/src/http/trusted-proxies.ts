type TrustProxy = boolean | string[] | ((address: string, hop: number) => boolean);

/** Fastify's `trustProxy` for the TRUST_PROXY setting: nobody, so many hops, or the proxies at these addresses. */
export function trustedProxies(setting: string): TrustProxy {
  if (setting === 'false') return false;
  if (/^\d+$/.test(setting)) return (_address, hop) => hop < Number(setting);
  return setting.split(',').map((address) => address.trim());
}
