import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { budgets } from './build/budgets.ts';
import { firstPaint } from './build/first-paint.ts';
import { precompress } from './build/precompress.ts';
import { themeCss } from './build/theme-css.ts';
import { tsRestWithoutZod } from './build/ts-rest-without-zod.ts';

// Modules that need zod: screens load them with their forms.
const SCHEMAS =
  /[\\/](zod|contract[\\/]dist(?![\\/](constants|words|enums|errors|rules|routes|campus-names|desk)))[\\/]/;
// The API's client, loaded with the first call.
const CLIENT = /@ts-rest[\\/]core|contract[\\/]dist[\\/]routes/;
// The contract's rules and errors, for screens of students; register needs only `institution`.
const RULES = /contract[\\/]dist[\\/](enums|errors|rules[\\/](?!institution))/;

// Shared by the landing page or the log-in screens with others. All else that is shared is for students who are logged in. If a
// visitor's screen starts to use some of that, it exceeds its budget: name it here.
const COMMON =
  /src[\\/]shared[\\/](art|ui[\\/]use-page-heading)|components[\\/](CloseButton|Group|Text|Title|Paper|Stack)[\\/]|@mantine[\\/]hooks[\\/]esm[\\/](?!use-(drag|focus))/;
// For the landing page, not for the log-in.
const PICTURES = /@tabler[\\/]|art[\\/](plates|card)-art|shared[\\/]ui[\\/]badges|components[\\/]Badge[\\/]/;
// Toasts and dialogs, loaded once the screen is there.
const OVERLAYS =
  /@mantine[\\/](notifications|modals)|components[\\/](Notification|Modal|ModalBase|Portal)[\\/]|src[\\/]app[\\/](dialogs|toasts)/;
// Opens dialogs; and parts that dialogs share with screens.
const OPENERS =
  /@mantine[\\/]modals[\\/]esm[\\/]events|src[\\/]shared[\\/]ui[\\/]dialogs|core[\\/](utils[\\/]create-safe-context|DirectionProvider)[\\/]/;
const FORMS =
  /@mantine[\\/]form|@tanstack|src[\\/]features[\\/]auth[\\/](auth|use|campus)|src[\\/]pages[\\/]sign-on-below|src[\\/]shared[\\/](forms(?![\\/]contract)|session[\\/](shared-link|has-sign-on)|ui[\\/](email|campus)|use-now)|components[\\/](Alert|Anchor|InputBase|TextInput|PasswordInput|NativeSelect)[\\/]/;

// Built and filled with the names of the app's files by the plugin; registered by src/features/alerts/push.ts.
const serviceWorker = VitePWA({
  strategies: 'injectManifest',
  srcDir: 'service-worker',
  filename: 'sw.ts',
  manifest: false,
  injectRegister: false,
  injectManifest: {
    globPatterns: ['index.html', 'assets/*.{js,css,woff2}'],
    // only operators open it
    globIgnores: ['assets/desk-page-*'],
    rollupFormat: 'iife',
  },
});

export default defineConfig({
  plugins: [react(), tsRestWithoutZod(), themeCss(), firstPaint(), budgets(), serviceWorker, precompress()],
  // The base path of the API is set at build time (spec §7); empty means the origin that serves the page.
  define: { API_ORIGIN: JSON.stringify(process.env.VITE_API_ORIGIN ?? '') },
  server: { port: 5173, proxy: { '/api': process.env.API_URL ?? 'http://localhost:3000' } },
  build: {
    target: 'es2022',
    // no data: addresses, the content security policy refuses them for fonts
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // one stylesheet: it compresses better whole, and a painted page needs no other
    cssCodeSplit: false,
    rolldownOptions: {
      output: {
        // Few files, each for one occasion; the default is a file for every handful of shared lines.
        codeSplitting: {
          groups: [
            { name: 'schemas', test: SCHEMAS, includeDependenciesRecursively: false, priority: 6 },
            { name: 'rules', test: RULES, includeDependenciesRecursively: false, priority: 6 },
            { name: 'client', test: CLIENT, includeDependenciesRecursively: false, priority: 6 },
            { name: 'frame', tags: ['$initial'], includeDependenciesRecursively: false, priority: 5 },
            { name: 'common', test: COMMON, priority: 4 },
            { name: 'forms', test: FORMS, priority: 3 },
            { name: 'openers', test: OPENERS, priority: 3 },
            { name: 'overlays', test: OVERLAYS, priority: 2 },
            { name: 'pictures', test: PICTURES, priority: 2 },
            { name: 'students', minShareCount: 2, priority: 1 },
          ],
        },
      },
    },
  },
});
