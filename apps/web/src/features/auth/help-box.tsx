import { VERIFICATION_LINK_HOURS } from '@spareswipe/contract';
import classes from './auth.module.css';

export function HelpBox() {
  return (
    <section className={classes.help} aria-labelledby="login-help">
      <h2 id="login-help">Need help logging in?</h2>
      <ul>
        <li>Use the .edu address you registered with.</li>
        <li>Follow the link in your verification email first. It is good for {VERIFICATION_LINK_HOURS} hours.</li>
        <li>No mail? Look in your spam folder, or log in once to have another one sent.</li>
      </ul>
    </section>
  );
}
