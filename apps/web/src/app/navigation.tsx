import { LOW_CREDITS, plural, type User } from '@spareswipe/contract';
import { IconLogout } from '@tabler/icons-react';
import { NavLink } from 'react-router';
import classes from './header.module.css';
import { linksFor, type NavigationEntry } from './screens';
import { useLogout } from './use-logout';

/** For verified students (spec §2 Navigation). The number of meals pulses when it gets low. */
export function StudentLinks({ student }: { student: User }) {
  const logout = useLogout();
  return (
    <ul className={classes.links}>
      {linksFor('student', 'header').map(({ to, label, Icon, kind }) => (
        <li key={to} className={kind === 'meals' ? classes.always : undefined}>
          <NavLink
            to={to}
            className={kind === 'meals' ? `${classes.link} ${classes.meals}` : classes.link}
            data-low={(kind === 'meals' && student.credits < LOW_CREDITS) || undefined}
          >
            {Icon && <Icon size={20} stroke={1.75} aria-hidden />}
            <Label label={label} kind={kind} student={student} />
          </NavLink>
        </li>
      ))}
      <li>
        <button type="button" className={classes.link} onClick={logout}>
          <IconLogout size={20} stroke={1.75} aria-hidden />
          Logout
        </button>
      </li>
    </ul>
  );
}

function Label({ label, kind, student }: Pick<NavigationEntry, 'label' | 'kind'> & { student: User }) {
  if (kind === 'name') return <bdi className={classes.name}>{student.name}</bdi>;
  if (kind !== 'meals') return label;
  return (
    // meals that come or go are heard wherever the student is
    <span aria-live="polite" aria-atomic>
      <strong>{student.credits}</strong> <span className={classes.mealsWord}>{plural(student.credits, 'Meal')}</span>
    </span>
  );
}

/** For everybody else. */
export function VisitorLinks() {
  return (
    <ul className={`${classes.links} ${classes.visitors}`} data-visitors>
      {linksFor('visitor', 'header').map(({ to, label, kind }) => (
        <li key={to}>
          <NavLink to={to} className={kind === 'join' ? `${classes.link} ${classes.join}` : classes.link}>
            {label}
          </NavLink>
        </li>
      ))}
    </ul>
  );
}
