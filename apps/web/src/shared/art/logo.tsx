import classes from './art.module.css';

/** The name beside two plates that overlap: what they share is a leaf. */
export function Logo() {
  return (
    <span className={classes.logo}>
      <svg width="40" height="32" viewBox="0 0 40 32" aria-hidden="true" focusable="false">
        <circle cx="15" cy="16" r="13" className={classes.plateLeft} />
        <circle cx="25" cy="16" r="13" className={classes.plateRight} />
        <path d="M20 7.500a9.7 9.7 0 0 1 0 17 9.7 9.7 0 0 1 0-17Z" className={classes.leaf} />
      </svg>
      <span>
        Spare<span className={classes.logoAccent}>Swipe</span>
      </span>
    </span>
  );
}
