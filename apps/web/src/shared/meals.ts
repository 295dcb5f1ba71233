/** Credits as screens call them: '1 meal', '3 meals'. */
export const meals = (count: number) => `${count} ${count === 1 ? 'meal' : 'meals'}`;
