import { Link } from 'react-router';
import { Logo } from '../shared/art/logo';
import { paths } from '../shared/paths';
import { useSession } from '../shared/session/session';
import { ColorSchemeSwitch } from './color-scheme-switch';
import classes from './footer.module.css';

export function Footer() {
  const { isAuthenticated, user } = useSession();
  const isStudent = isAuthenticated && user?.verified;
  return (
    <footer className={classes.footer}>
      <div className={classes.inner}>
        <div className={classes.words}>
          <Logo />
          <p>
            Please check your meal plan's guest rules before you share a swipe. Payments between students are not part
            of SpareSwipe.
          </p>
        </div>
        <div className={classes.controls}>
          <ul className={classes.links}>
            <li>
              <Link to={paths.landing}>Home</Link>
            </li>
            {isStudent && (
              <li>
                <Link to={paths.messages}>Messages</Link>
              </li>
            )}
          </ul>
          <ColorSchemeSwitch />
        </div>
      </div>
    </footer>
  );
}
