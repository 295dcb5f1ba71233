export { default } from '@spareswipe/lint';
