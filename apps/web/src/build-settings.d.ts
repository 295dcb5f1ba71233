/** Where the API lives, set at build time; empty for the origin that serves the page. */
declare const API_ORIGIN: string;

declare module 'virtual:theme.css';
declare module 'virtual:first-paint.css';
