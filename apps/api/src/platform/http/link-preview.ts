/** What a messenger shows in place of a link. */
export interface LinkPreview {
  title: string;
  description: string;
}

const ESCAPED: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string) => text.replaceAll(/[&<>"]/g, (character) => ESCAPED[character]!);

/** Makes the addresses of a page's own preview absolute, since most messengers need that and the build does not know the origin. */
export const withOrigin = (page: string, origin: string) =>
  page.replaceAll(/(<meta property="og:(?:image|url)" content=")(?=\/)/g, (start) => start + origin);

/**
 * Returns the page with the preview of `link` instead of its own (apps/web/build/link-preview.ts). The log-in
 * screen reads the preview too.
 */
export function withPreview(page: string, link: string, { title, description }: LinkPreview): string {
  const tags = {
    'og:url': link,
    'og:title': title,
    'og:description': description,
    'og:image': new URL('/og.png', link).href,
  };
  return Object.entries(tags).reduce(
    (before, [property, content]) =>
      before.replace(
        new RegExp(`(<meta property="${property}" content=")[^"]*`),
        (_, start: string) => start + escaped(content),
      ),
    page,
  );
}
