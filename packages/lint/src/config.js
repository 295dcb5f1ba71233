import { join } from 'node:path';
import js from '@eslint/js';
import reactHooks from 'eslint-plugin-react-hooks';
import globals from 'globals';
import tseslint from 'typescript-eslint';

const ROOT = join(import.meta.dirname, '../../..');
const TYPESCRIPT = ['**/*.{ts,tsx}'];
const TESTS = ['**/*.test.{ts,tsx}', '{apps,packages}/*/test/**', 'apps/e2e/**'];

const noEnvironment = {
  selector: "MemberExpression[object.name='process'][property.name='env']",
  message: 'The environment is read in one place: config/.',
};
const noForwardRef = {
  selector: "CallExpression[callee.name='forwardRef']",
  message: 'forwardRef means an arrow points the wrong way.',
};
const noEnum = { selector: 'TSEnumDeclaration', message: 'Take a union from z.enum instead.' };

/** What differs from typescript-eslint's strict, and why. */
const typeAwareRules = {
  // Nest's modules are empty classes.
  '@typescript-eslint/no-extraneous-class': ['error', { allowWithDecorator: true }],
  // Arrow functions whose body is a call to a void function read well.
  '@typescript-eslint/no-confusing-void-expression': 'off',
  // Numbers in messages are as clear as strings.
  '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
  // Passing an async handler to onClick, onSubmit or an event emitter is the way of those libraries.
  '@typescript-eslint/no-misused-promises': [
    'error',
    { checksVoidReturn: { attributes: false, arguments: false, properties: false } },
  ],
  // An INSERT … RETURNING gives its row; saying so beats a branch that cannot happen.
  '@typescript-eslint/no-non-null-assertion': 'off',
  '@typescript-eslint/switch-exhaustiveness-check': 'error',
  '@typescript-eslint/consistent-type-imports': ['error', { disallowTypeAnnotations: false }],
  '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
};

const testRules = {
  // Playwright reads what a fixture needs from its destructured first parameter, which must be there even if it is empty.
  'no-empty-pattern': ['error', { allowObjectPatternsAsParameters: true }],
  // Tests look into responses as they came over the wire.
  '@typescript-eslint/no-unsafe-argument': 'off',
  '@typescript-eslint/no-unsafe-assignment': 'off',
  '@typescript-eslint/no-unsafe-member-access': 'off',
  '@typescript-eslint/no-unsafe-return': 'off',
  '@typescript-eslint/unbound-method': 'off',
};

/** A separate check decides what may import what (rooms.js). */
export default [
  { ignores: ['**/{dist,node_modules,.turbo,.data,coverage,test-results,playwright-report}/'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  js.configs.recommended,
  { files: ['**/*.{js,mjs,cjs}'], languageOptions: { globals: globals.node } },
  ...tseslint.configs.strictTypeChecked.map((config) => ({ ...config, files: TYPESCRIPT })),
  {
    files: TYPESCRIPT,
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: ROOT } },
    rules: typeAwareRules,
  },
  {
    files: ['apps/web/**/*.{ts,tsx}'],
    ...reactHooks.configs.flat.recommended,
    languageOptions: { globals: globals.browser },
  },
  { files: TYPESCRIPT, rules: { 'no-restricted-syntax': ['error', noEnum, noForwardRef] } },
  {
    files: ['apps/{api,web}/src/**/*.{ts,tsx}', 'packages/contract/src/**/*.ts'],
    // The database's command-line tools run without the application.
    ignores: ['apps/api/src/platform/config/**', 'apps/api/src/operations/commands/*.ts', '**/*.test.{ts,tsx}'],
    rules: { 'no-restricted-syntax': ['error', noEnum, noForwardRef, noEnvironment] },
  },
  { files: TESTS, rules: testRules },
];
