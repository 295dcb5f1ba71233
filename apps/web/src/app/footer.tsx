import { Link } from 'react-router';
import { Logo } from '../shared/art/logo';
import { useSession } from '../shared/session/session';
import { ColorSchemeSwitch } from './color-scheme-switch';
import classes from './footer.module.css';
import { linksFor } from './screens';

/** Small below the screens of students, who have read it. */
export function Footer() {
  const isStudent = useSession().student !== null;
  const links = [...linksFor('public', 'footer'), ...(isStudent ? linksFor('student', 'footer') : [])];
  return (
    <footer className={classes.footer} data-small={isStudent || undefined}>
      <div className={classes.inner}>
        <div className={classes.words}>
          {!isStudent && <Logo />}
          <p>
            Please check your meal plan's guest rules before you share a swipe. Payments between students are not part
            of SpareSwipe.
          </p>
        </div>
        <div className={classes.controls}>
          <ul className={classes.links}>
            {links.map(({ to, label }) => (
              <li key={to}>
                <Link to={to}>{label}</Link>
              </li>
            ))}
          </ul>
          <ColorSchemeSwitch />
        </div>
      </div>
    </footer>
  );
}
