import classes from './art.module.css';

/** Two plates that overlap: what they share is a leaf. */
function LogoMark({ size = 32 }: { size?: number }) {
  return (
    <svg width={size * 1.25} height={size} viewBox="0 0 40 32" aria-hidden="true" focusable="false">
      <circle cx="15" cy="16" r="13" className={classes.plateLeft} />
      <circle cx="25" cy="16" r="13" className={classes.plateRight} />
      <path d="M20 7.500a9.7 9.7 0 0 1 0 17 9.7 9.7 0 0 1 0-17Z" className={classes.leaf} />
    </svg>
  );
}

export function Logo() {
  return (
    <span className={classes.logo}>
      <LogoMark />
      <span>
        Spare<span className={classes.logoAccent}>Swipe</span>
      </span>
    </span>
  );
}
