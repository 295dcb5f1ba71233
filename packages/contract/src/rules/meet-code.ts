/** Colours with different names, for students who can't tell the colours apart. */
export const meetColors = ['Red', 'Orange', 'Yellow', 'Green', 'Blue', 'Purple', 'Black', 'White'] as const;
export type MeetColor = (typeof meetColors)[number];

/** Dishes by name, each with its picture. */
export const meetDishes = {
  pizza: '🍕',
  taco: '🌮',
  sushi: '🍣',
  noodles: '🍜',
  salad: '🥗',
  burger: '🍔',
  croissant: '🥐',
  donut: '🍩',
  pancakes: '🥞',
  waffle: '🧇',
  pretzel: '🥨',
  cookie: '🍪',
  cake: '🍰',
  popcorn: '🍿',
  sandwich: '🥪',
  egg: '🍳',
} as const;
export type MeetDish = keyof typeof meetDishes;

/**
 * The colour and dish that both phones show when two students meet. Made from the random end of the match's id, which
 * nobody else knows.
 */
export function meetCode(matchId: string): { color: MeetColor; dish: MeetDish } {
  const random = parseInt(matchId.slice(-2), 16);
  const dishes = Object.keys(meetDishes) as MeetDish[];
  return { color: meetColors[random % meetColors.length]!, dish: dishes[random >> 4]! };
}
