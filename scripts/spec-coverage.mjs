import { specSentences, testsById } from './spec/tests-by-id.mjs';

/** `pnpm spec:coverage`: the sentences of the specification and the tests that prove them, as Markdown. */
const tests = testsById('spec');
const lines = specSentences().map(({ id, sentence }) => {
  const proofs = (tests.get(id) ?? []).map(({ file, title }) => `  - ${title} (\`${file}\`)`);
  return [`- **${id}** ${sentence}`, ...proofs].join('\n');
});
process.stdout.write(`${lines.join('\n')}\n`);
