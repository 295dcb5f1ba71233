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

export interface DemoRequest {
  by: DemoStudent;
  mealPeriod: MealPeriod;
  mealDescription: string;
  location: string;
  description?: string;
  urgency?: Urgency;
  isFlexible?: boolean;
  /** Hours from now; negative for past deadlines. */
  deadline: number;
  /** Hours ago. */
  created: number;
  /** What happened to the request; absent while it is active. */
  outcome?: 'cancelled' | 'expired' | DemoMatch;
}

export interface DemoMatch {
  fulfiller: DemoStudent;
  status: 'accepted' | 'completed' | 'did not show up';
}

export const demoRequests: DemoRequest[] = [
  // alex: something in every state
  {
    by: 'alex',
    mealPeriod: 'lunch',
    mealDescription: 'Chicken burrito bowl, no sour cream',
    location: 'Cedar Grill',
    description: 'I have a lab until half past, any time after that works.',
    urgency: 'high',
    isFlexible: false,
    deadline: 1.5,
    created: 3,
  },
  {
    by: 'alex',
    mealPeriod: 'dinner',
    mealDescription: 'Margherita pizza, two slices',
    location: 'Stone Oven',
    deadline: 29,
    created: 1,
  },
  {
    by: 'alex',
    mealPeriod: 'dinner',
    mealDescription: 'Ramen with a soft egg',
    location: 'Noodle Corner',
    urgency: 'high',
    deadline: 5,
    created: 7,
    outcome: { fulfiller: 'blake', status: 'accepted' },
  },
  {
    by: 'alex',
    mealPeriod: 'breakfast',
    mealDescription: 'Oatmeal and a fruit cup',
    location: 'North Commons',
    urgency: 'low',
    deadline: -44,
    created: 60,
    outcome: { fulfiller: 'casey', status: 'completed' },
  },
  {
    by: 'alex',
    mealPeriod: 'any',
    mealDescription: 'Anything vegetarian',
    location: 'Garden Kitchen',
    deadline: -20,
    created: 40,
    outcome: 'cancelled',
  },
  {
    by: 'alex',
    mealPeriod: 'dinner',
    mealDescription: 'Sushi, the lunch box one',
    location: 'Harbor Hall',
    description: 'Please no raw tuna.',
    deadline: -90,
    created: 110,
    outcome: 'expired',
  },
  {
    by: 'alex',
    mealPeriod: 'lunch',
    mealDescription: 'Tomato soup and grilled cheese',
    location: 'South Commons',
    deadline: -140,
    created: 150,
    outcome: { fulfiller: 'drew', status: 'did not show up' },
  },
  // fulfilled by alex
  {
    by: 'casey',
    mealPeriod: 'lunch',
    mealDescription: 'Falafel wrap, extra pickles',
    location: 'Cedar Grill',
    deadline: 3,
    created: 5,
    outcome: { fulfiller: 'alex', status: 'accepted' },
  },
  {
    by: 'blake',
    mealPeriod: 'dinner',
    mealDescription: 'Two tacos, mild salsa',
    location: 'Plaza Cantina',
    deadline: -66,
    created: 80,
    outcome: { fulfiller: 'alex', status: 'completed' },
  },
  // to browse
  {
    by: 'blake',
    mealPeriod: 'dinner',
    mealDescription: 'Veggie stir-fry with rice',
    location: 'Garden Kitchen',
    description: 'Any time this evening.',
    deadline: 6,
    created: 2,
  },
  {
    by: 'blake',
    mealPeriod: 'any',
    mealDescription: 'Turkey sandwich and chips',
    location: 'Campus Deli',
    urgency: 'low',
    deadline: 52,
    created: 1,
  },
  {
    by: 'casey',
    mealPeriod: 'breakfast',
    mealDescription: 'Bagel with cream cheese, black coffee',
    location: 'Library Café',
    urgency: 'high',
    isFlexible: false,
    deadline: 18,
    created: 2,
  },
  {
    by: 'casey',
    mealPeriod: 'lunch',
    mealDescription: 'Poke bowl with tofu',
    location: 'Harbor Hall',
    deadline: 26,
    created: 4,
  },
  {
    by: 'drew',
    mealPeriod: 'dinner',
    mealDescription: 'Mac and cheese, large',
    location: 'South Commons',
    urgency: 'low',
    deadline: 31,
    created: 6,
  },
  {
    by: 'drew',
    mealPeriod: 'lunch',
    mealDescription: 'Caesar salad with chicken',
    location: 'North Commons',
    deadline: 1.8,
    created: 2,
    urgency: 'high',
  },
  {
    by: 'emery',
    mealPeriod: 'any',
    mealDescription: 'Whatever the soup of the day is',
    location: 'Stone Oven',
    description: 'I am in the reading room on the ground floor.',
    deadline: 9,
    created: 3,
  },
  {
    by: 'emery',
    mealPeriod: 'dinner',
    mealDescription: 'Pad thai, not spicy',
    location: 'Noodle Corner',
    deadline: 55,
    created: 8,
  },
  {
    by: 'frankie',
    mealPeriod: 'lunch',
    mealDescription: 'Cheeseburger and a side salad',
    location: 'Lakeside Union',
    deadline: 4,
    created: 2,
  },
  {
    by: 'frankie',
    mealPeriod: 'breakfast',
    mealDescription: 'Pancakes with blueberries',
    location: 'Boathouse Café',
    urgency: 'low',
    deadline: 42,
    created: 5,
  },
  {
    by: 'gray',
    mealPeriod: 'dinner',
    mealDescription: 'Lentil curry and naan',
    location: 'Lakeside Union',
    urgency: 'high',
    deadline: 7,
    created: 1,
  },
  {
    by: 'gray',
    mealPeriod: 'any',
    mealDescription: 'A burrito, any kind',
    location: 'Pier Street Grill',
    deadline: 75,
    created: 9,
  },
];
