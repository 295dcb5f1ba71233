/** What a messenger shows in place of a link. */
export interface LinkPreview {
  title: string;
  description: string;
}

const ESCAPED: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string) => text.replaceAll(/[&<>"]/g, (character) => ESCAPED[character]!);

/** The page with this preview in the place of its own (apps/web/build/link-preview.ts). Most messengers want absolute addresses. */
export function withPreview(page: string, { title, description }: LinkPreview, origin: string): string {
  const tags = { 'og:title': title, 'og:description': description, 'og:image': `${origin}/og.png` };
  return Object.entries(tags).reduce(
    (before, [property, content]) =>
      before.replace(
        new RegExp(`(<meta property="${property}" content=")[^"]*`),
        (_, start: string) => start + escaped(content),
      ),
    page,
  );
}
