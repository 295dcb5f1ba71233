/** Long enough for the slowest browser to save a file. */
const SAVING_MS = 60_000;

/** Saves a file as a download of this name. */
export function saveFile(file: Blob, name: string) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), SAVING_MS);
}
