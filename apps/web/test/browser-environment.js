import { TestEnvironment } from 'jest-environment-jsdom';

/** jsdom with the pieces of the Fetch standard it lacks, taken from Node. */
export default class BrowserEnvironment extends TestEnvironment {
  async setup() {
    await super.setup();
    Object.assign(this.global, { Response, Headers, ReadableStream, TextEncoder, TextDecoder, TextDecoderStream });
    // No style sheet is loaded here, and jsdom would match each rule of its own with each element, a tenth of a test's time.
    this.global.getComputedStyle = ({ hidden, style }) =>
      Object.create(style, { display: { value: hidden ? 'none' : style.display } });
  }
}
