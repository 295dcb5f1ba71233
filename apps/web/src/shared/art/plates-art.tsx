import classes from './art.module.css';

/** Two plates side by side: a finished exchange. */
export function PlatesArt() {
  return (
    <svg className={classes.art} width="200" height="128" viewBox="0 0 200 128" aria-hidden="true" focusable="false">
      <ellipse cx="100" cy="116" rx="84" ry="7" fill="#262119" opacity="0.08" />
      <g data-plate="left">
        <circle cx="70" cy="62" r="48" className={classes.china} />
        <circle cx="70" cy="62" r="34" className={classes.chinaRim} />
        <circle cx="62" cy="62" r="15" className={classes.red} />
        <ellipse cx="57" cy="56" rx="4" ry="2.5" transform="rotate(-36 57 56)" fill="#fffdf9" opacity="0.4" />
      </g>
      <g data-plate="right">
        <circle cx="130" cy="62" r="48" className={classes.china} />
        <circle cx="130" cy="62" r="34" className={classes.chinaRim} />
        <circle cx="139" cy="64" r="13" className={classes.sun} />
      </g>
      <g data-plate="shared">
        <path d="M100 24.500a48 48 0 0 1 0 75 48 48 0 0 1 0-75Z" className={classes.green} />
        <path d="M100 92V42m0 30 10-10m-10-4-9-9" className={classes.greenLine} />
      </g>
    </svg>
  );
}
