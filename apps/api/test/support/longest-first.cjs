const { join } = require('node:path');
const { default: Sequencer } = require('@jest/test-sequencer');

/** What takes most of a minute or longer: first what works all the time and what mostly waits, which go well together. */
const LONG = [
  'test/system/load/concurrent',
  'src/mail/mail.test',
  'test/system/load/',
  'test/system/model/',
  'test/system/faults/',
  'src/payments/chaos',
  'src/payments/crash',
];
const ROOT = join(__dirname, '../..');
const place = ({ path }) => [...LONG, ''].findIndex((start) => path.startsWith(join(ROOT, start)));

/** What takes long begins first, lest a worker ends with it alone. Jest knows times only where it has run before. */
module.exports = class LongestFirst extends Sequencer {
  sort(tests) {
    return super.sort(tests).sort((a, b) => place(a) - place(b));
  }
};
