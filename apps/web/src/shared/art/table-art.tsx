import classes from './art.module.css';

/** A friend's table from above: two plates, and a meal card passed between them. */
export function TableArt() {
  return (
    <svg className={classes.art} width="560" height="460" viewBox="0 0 560 460" aria-hidden="true" focusable="false">
      <ellipse cx="280" cy="418" rx="240" ry="22" fill="#262119" opacity="0.08" />
      <rect x="24" y="44" width="512" height="364" rx="48" className={classes.woodDark} />
      <rect x="24" y="32" width="512" height="364" rx="48" className={classes.wood} />

      <g transform="rotate(-4 280 214)">
        <rect x="66" y="76" width="428" height="276" rx="20" className={classes.cloth} />
        <path
          d="M66 130h428M66 184h428M66 238h428M66 292h428M134 76v276M206 76v276M280 76v276M354 76v276M426 76v276"
          className={classes.clothLine}
        />
      </g>

      {/* the left plate: a salad with a tomato */}
      <ellipse cx="174" cy="232" rx="112" ry="108" fill="#262119" opacity="0.08" />
      <circle cx="170" cy="222" r="108" className={classes.china} />
      <circle cx="170" cy="222" r="78" className={classes.chinaRim} />
      <path d="M112 226c-4-34 26-62 62-56 10 26-4 62-40 70-10 2-20-4-22-14Z" className={classes.green} />
      <path d="M120 236c10-26 26-42 48-58" className={classes.greenLine} />
      <path d="M150 276c-22-22-16-58 12-74 24 14 32 48 12 72-6 8-18 8-24 2Z" className={classes.greenDark} />
      <path d="M163 274c-2-24-2-42 0-62" className={classes.greenLine} />
      <circle cx="204" cy="232" r="36" className={classes.red} />
      <circle cx="204" cy="232" r="25" className={classes.redDark} opacity="0.35" />
      <ellipse cx="192" cy="218" rx="9" ry="5" transform="rotate(-36 192 218)" fill="#fffdf9" opacity="0.4" />
      <path
        d="M204 203c-7-6-15-4-18 1 7 3 12 3 18-1Zm0 0c2-8 10-12 17-8-3 7-9 10-17 8Z"
        className={classes.greenDark}
      />

      {/* the right plate: an egg on toast */}
      <ellipse cx="394" cy="224" rx="112" ry="108" fill="#262119" opacity="0.08" />
      <circle cx="390" cy="214" r="108" className={classes.china} />
      <circle cx="390" cy="214" r="78" className={classes.chinaRim} />
      <g transform="rotate(10 390 214)">
        <path
          d="M342 184c-8-22 14-38 48-38s56 16 48 38c-4 8-4 12-4 20v48c0 8-6 14-14 14h-60c-8 0-14-6-14-14v-48c0-8 0-12-4-20Z"
          className={classes.breadDark}
        />
        <path
          d="M350 186c-6-18 12-31 40-31s46 13 40 31c-3 7-4 11-4 18v44c0 6-4 10-10 10h-52c-6 0-10-4-10-10v-44c0-7-1-11-4-18Z"
          className={classes.bread}
        />
        <path d="M362 212c-2-16 12-28 28-26 16-4 32 8 30 24 4 16-10 28-26 26-16 6-34-6-32-24Z" fill="#fffdf9" />
        <circle cx="391" cy="211" r="14" className={classes.sun} />
        <ellipse cx="386" cy="206" rx="4" ry="2.5" transform="rotate(-30 386 206)" fill="#fffdf9" opacity="0.4" />
      </g>

      {/* forks */}
      <path d="M36 160v34c0 16 20 16 20 0v-34m-10 0v124" className={classes.steel} />
      <path d="M504 160v34c0 16 20 16 20 0v-34m-10 0v124" className={classes.steel} />

      {/* the card on its way over */}
      <g transform="rotate(-14 280 330)">
        <rect x="208" y="294" width="144" height="90" rx="14" fill="#262119" opacity="0.08" />
        <rect x="206" y="286" width="144" height="90" rx="14" className={classes.greenDark} />
        <rect x="206" y="302" width="144" height="14" fill="#fffdf9" opacity="0.35" />
        <circle cx="310" cy="347" r="15" fill="none" stroke="#fffdf9" strokeWidth="3" />
        <circle cx="322" cy="347" r="15" fill="none" stroke="#fffdf9" strokeWidth="3" />
        <path d="M316 338a11.5 11.5 0 0 1 0 18 11.5 11.5 0 0 1 0-18Z" fill="#fffdf9" />
        <rect x="220" y="334" width="54" height="8" rx="4" fill="#fffdf9" />
        <rect x="220" y="350" width="36" height="8" rx="4" fill="#fffdf9" opacity="0.35" />
      </g>

      {/* a sprig and two crumbs, so that it is a table and not a diagram */}
      <path d="M268 128c10-16 30-20 44-10-6 16-26 22-44 10Z" className={classes.green} />
      <path d="M262 132c16-4 30-8 44-12" className={classes.greenLine} />
      <circle cx="292" cy="150" r="4" className={classes.breadDark} />
      <circle cx="252" cy="112" r="3" className={classes.breadDark} />
    </svg>
  );
}
