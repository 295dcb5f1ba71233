import mantine from 'postcss-preset-mantine';
import simpleVars from 'postcss-simple-vars';

// The breakpoints of Mantine's theme, for @media rules in CSS modules ($sm and so on).
const variables = { xs: '36em', sm: '48em', md: '62em', lg: '75em', xl: '88em' };

export default { plugins: [mantine(), simpleVars({ variables })] };
