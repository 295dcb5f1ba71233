import type { MealPeriod, Urgency } from '@spareswipe/contract';

/** The demo data of a first local start. Names and stores are made up. */

export const DEMO_PASSWORD = 'Demo1234';
export const DEMO_STARTING_CREDITS = 6;

/** `pnpm start` prints the first two as the ones to log in with. */
export const demoStudents = {
  alex: { name: 'Alex Rivera', email: 'alex@demo.edu' },
  blake: { name: 'Blake Chen', email: 'blake@demo.edu' },
  casey: { name: 'Casey Morgan', email: 'casey@demo.edu' },
  drew: { name: 'Drew Patel', email: 'drew@demo.edu' },
  emery: { name: 'Emery Johnson', email: 'emery@demo.edu' },
  frankie: { name: 'Frankie Lopez', email: 'frankie@lakeside.edu' },
  gray: { name: 'Gray Kowalski', email: 'gray@lakeside.edu' },
} as const;
export type DemoStudent = keyof typeof demoStudents;

export interface DemoMatch {
  fulfiller: DemoStudent;
  status: 'accepted' | 'completed' | 'did not show up';
}

interface Details {
  /** Hours ago. */
  created: number;
  /** Hours from now; negative for past deadlines. */
  deadline: number;
  description?: string;
  urgency?: Urgency;
  isFlexible?: boolean;
  /** What happened to the request; absent while it is active. */
  outcome?: 'cancelled' | 'expired' | DemoMatch;
}

const ask = (by: DemoStudent, mealPeriod: MealPeriod, mealDescription: string, location: string, details: Details) => ({
  by,
  mealPeriod,
  mealDescription,
  location,
  ...details,
});
export type DemoRequest = ReturnType<typeof ask>;

export const demoRequests = [
  // alex: something in every state
  ask('alex', 'lunch', 'Chicken burrito bowl, no sour cream', 'Cedar Grill', {
    created: 3,
    deadline: 1.5,
    description: 'I have a lab until half past, any time after that works.',
    urgency: 'high',
    isFlexible: false,
  }),
  ask('alex', 'dinner', 'Margherita pizza, two slices', 'Stone Oven', { created: 1, deadline: 29 }),
  ask('alex', 'dinner', 'Ramen with a soft egg', 'Noodle Corner', {
    created: 7,
    deadline: 5,
    urgency: 'high',
    outcome: { fulfiller: 'blake', status: 'accepted' },
  }),
  ask('alex', 'breakfast', 'Oatmeal and a fruit cup', 'North Commons', {
    created: 60,
    deadline: -44,
    urgency: 'low',
    outcome: { fulfiller: 'casey', status: 'completed' },
  }),
  ask('alex', 'any', 'Anything vegetarian', 'Garden Kitchen', { created: 40, deadline: -20, outcome: 'cancelled' }),
  ask('alex', 'dinner', 'Sushi, the lunch box one', 'Harbor Hall', {
    created: 110,
    deadline: -90,
    description: 'Please no raw tuna.',
    outcome: 'expired',
  }),
  ask('alex', 'lunch', 'Tomato soup and grilled cheese', 'South Commons', {
    created: 150,
    deadline: -140,
    outcome: { fulfiller: 'drew', status: 'did not show up' },
  }),
  // fulfilled by alex
  ask('casey', 'lunch', 'Falafel wrap, extra pickles', 'Cedar Grill', {
    created: 5,
    deadline: 3,
    outcome: { fulfiller: 'alex', status: 'accepted' },
  }),
  ask('blake', 'dinner', 'Two tacos, mild salsa', 'Plaza Cantina', {
    created: 80,
    deadline: -66,
    outcome: { fulfiller: 'alex', status: 'completed' },
  }),
  // to browse
  ask('blake', 'dinner', 'Veggie stir-fry with rice', 'Garden Kitchen', {
    created: 2,
    deadline: 6,
    description: 'Any time this evening.',
  }),
  ask('blake', 'any', 'Turkey sandwich and chips', 'Campus Deli', { created: 1, deadline: 52, urgency: 'low' }),
  ask('casey', 'breakfast', 'Bagel with cream cheese, black coffee', 'Library Café', {
    created: 2,
    deadline: 18,
    urgency: 'high',
    isFlexible: false,
  }),
  ask('casey', 'lunch', 'Poke bowl with tofu', 'Harbor Hall', { created: 4, deadline: 26 }),
  ask('drew', 'dinner', 'Mac and cheese, large', 'South Commons', { created: 6, deadline: 31, urgency: 'low' }),
  ask('drew', 'lunch', 'Caesar salad with chicken', 'North Commons', { created: 2, deadline: 1.8, urgency: 'high' }),
  ask('emery', 'any', 'Whatever the soup of the day is', 'Stone Oven', {
    created: 3,
    deadline: 9,
    description: 'I am in the reading room on the ground floor.',
  }),
  ask('emery', 'dinner', 'Pad thai, not spicy', 'Noodle Corner', { created: 8, deadline: 55 }),
  ask('frankie', 'lunch', 'Cheeseburger and a side salad', 'Lakeside Union', { created: 2, deadline: 4 }),
  ask('frankie', 'breakfast', 'Pancakes with blueberries', 'Boathouse Café', {
    created: 5,
    deadline: 42,
    urgency: 'low',
  }),
  ask('gray', 'dinner', 'Lentil curry and naan', 'Lakeside Union', { created: 1, deadline: 7, urgency: 'high' }),
  ask('gray', 'any', 'A burrito, any kind', 'Pier Street Grill', { created: 9, deadline: 75 }),
];
