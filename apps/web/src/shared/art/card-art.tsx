import classes from './art.module.css';

/** A meal card, another one behind it. */
export function CardArt() {
  return (
    <svg className={classes.art} width="176" height="128" viewBox="0 0 176 128" aria-hidden="true" focusable="false">
      <ellipse cx="88" cy="117" rx="66" ry="7" fill="#262119" opacity="0.08" />
      <g transform="rotate(9 100 60)">
        <rect x="40" y="20" width="116" height="74" rx="12" className={classes.redDark} />
      </g>
      <g transform="rotate(-6 80 64)">
        <rect x="18" y="28" width="120" height="76" rx="12" className={classes.greenDark} />
        <rect x="18" y="42" width="120" height="12" fill="#fffdf9" opacity="0.35" />
        <circle cx="106" cy="80" r="13" fill="none" stroke="#fffdf9" strokeWidth="2.5" />
        <circle cx="116" cy="80" r="13" fill="none" stroke="#fffdf9" strokeWidth="2.5" />
        <path d="M111 72.500a10 10 0 0 1 0 15 10 10 0 0 1 0-15Z" fill="#fffdf9" />
        <rect x="30" y="68" width="46" height="7" rx="3.5" fill="#fffdf9" />
        <rect x="30" y="82" width="30" height="7" rx="3.5" fill="#fffdf9" opacity="0.35" />
      </g>
    </svg>
  );
}
