const ORIGIN = process.env.VITE_APP_ORIGIN ?? '';

/**
 * The tags from which messengers draw a card for a link, with the page's own title and description. Most of them want
 * absolute addresses: `VITE_APP_ORIGIN` at build time. Without it they are relative.
 */
export function linkPreview(page: string): string {
  const [, title = ''] = /<title>([^<]+)<\/title>/.exec(page) ?? [];
  const [, description = ''] = /name="Description"\s+content="([^"]+)"/.exec(page) ?? [];
  if (!title || !description) throw new Error('index.html has no title or description for the link preview');
  const tags = {
    'og:type': 'website',
    'og:site_name': 'SpareSwipe',
    'og:title': title,
    'og:description': description,
    'og:image': `${ORIGIN}/og.png`,
    'og:image:width': '1200',
    'og:image:height': '630',
    'og:image:alt': 'Two plates on a shared table, and a meal card passed between them',
    'og:url': `${ORIGIN}/`,
  };
  const properties = Object.entries(tags).map(([name, value]) => `<meta property="${name}" content="${value}">`);
  return [...properties, '<meta name="twitter:card" content="summary_large_image">'].join('\n    ');
}
