import classes from './art.module.css';

/** An empty dining tray with a plate and a fork: nothing here yet. */
export function TrayArt() {
  return (
    <svg className={classes.art} width="200" height="128" viewBox="0 0 200 128" aria-hidden="true" focusable="false">
      <ellipse cx="100" cy="116" rx="84" ry="8" fill="#262119" opacity="0.08" />
      <rect x="12" y="30" width="176" height="80" rx="16" className={classes.woodDark} />
      <rect x="12" y="24" width="176" height="80" rx="16" className={classes.wood} />
      <rect x="22" y="33" width="156" height="62" rx="10" className={classes.cloth} />
      <path d="M22 54h156M22 74h156M62 33v62M138 33v62" className={classes.clothLine} />
      <ellipse cx="100" cy="64" rx="40" ry="25" className={classes.china} />
      <ellipse cx="100" cy="63" rx="26" ry="15" className={classes.chinaRim} />
      <path d="M46 47v12c0 6 8 6 8 0V47m-4 0v36" className={classes.steel} />
      <path d="M152 83V47c6 3 8 14 5 20l-5 1" className={classes.steel} />
      <path d="M92 68c0-12 10-16 20-15-1 11-8 18-20 15Z" className={classes.green} />
      <path d="M91 72c3-7 8-11 15-14" className={classes.greenLine} />
    </svg>
  );
}
