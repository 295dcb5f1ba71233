import { lintConfig } from '@spareswipe/lint';

export default lintConfig({ root: import.meta.dirname, typeAware: true });
