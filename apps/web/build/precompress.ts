import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const COMPRESSES = /\.(js|css|html|svg|webmanifest|txt)$/;
const [brotli, gz] = [promisify(brotliCompress), promisify(gzip)];

/**
 * Writes `.br` and `.gz` beside every text file of the build, so that no server compresses on the way.
 * (vite-plugin-compression2 writes the same files, but wraps a private plugin of Vite and `process.stdout.write` to do it.)
 */
export const precompress = (): Plugin => {
  let folder = '';
  return {
    name: 'precompress',
    apply: 'build',
    configResolved: ({ root, build }) => void (folder = join(root, build.outDir)),
    async closeBundle() {
      const files = await readdir(folder, { recursive: true });
      const texts = files.filter((file) => COMPRESSES.test(file)).map((file) => join(folder, file));
      await Promise.all(
        texts.map(async (file) => {
          const content = await readFile(file);
          await Promise.all([
            writeFile(`${file}.br`, await brotli(content)),
            writeFile(`${file}.gz`, await gz(content)),
          ]);
        }),
      );
    },
  };
};
