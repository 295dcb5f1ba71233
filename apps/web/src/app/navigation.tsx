import { LOW_CREDITS, type User } from '@spareswipe/contract';
import { IconLogout, IconTicket, IconUserCircle } from '@tabler/icons-react';
import { NavLink } from 'react-router';
import { paths } from '../shared/paths';
import classes from './header.module.css';
import { useLogout } from './use-logout';

const SCREENS = [
  { to: paths.dashboard, label: 'Dashboard' },
  { to: paths.browse, label: 'Browse Requests' },
  { to: paths.createRequest, label: 'Create Request' },
  { to: paths.myRequests, label: 'My Requests' },
  { to: paths.matches, label: 'Matches' },
];

/** For verified students (spec §2 Navigation). The count of meals pulses when it gets low. */
export function StudentLinks({ student }: { student: User }) {
  const logout = useLogout();
  return (
    <ul className={classes.links}>
      {SCREENS.map(({ to, label }) => (
        <li key={to}>
          <NavLink to={to} className={classes.link}>
            {label}
          </NavLink>
        </li>
      ))}
      <li className={classes.always}>
        <NavLink
          to={paths.purchase}
          className={`${classes.link} ${classes.meals}`}
          data-low={student.credits < LOW_CREDITS || undefined}
        >
          <IconTicket size={20} stroke={1.75} aria-hidden />
          <strong>{student.credits}</strong> <span className={classes.mealsWord}>Meals</span>
        </NavLink>
      </li>
      <li className={classes.profile}>
        <NavLink to={paths.profile} className={classes.link}>
          <IconUserCircle size={20} stroke={1.75} aria-hidden />
          <bdi className={classes.name}>{student.name}</bdi>
        </NavLink>
      </li>
      <li>
        <button type="button" className={classes.link} onClick={logout}>
          <IconLogout size={20} stroke={1.75} aria-hidden />
          Logout
        </button>
      </li>
    </ul>
  );
}

/** For everybody else. */
export function VisitorLinks() {
  return (
    <ul className={`${classes.links} ${classes.visitors}`} data-visitors>
      <li>
        <NavLink to={paths.login} className={classes.link}>
          Log in
        </NavLink>
      </li>
      <li>
        <NavLink to={paths.register} className={`${classes.link} ${classes.join}`}>
          Register
        </NavLink>
      </li>
    </ul>
  );
}
