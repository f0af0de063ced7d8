import eslint from "typescript-eslint";

export default eslint.config(eslint.configs.recommended, {
  rules: {
    "@typescript-eslint/no-unused-vars": "error",
    eqeqeq: "error",
    "no-restricted-properties": ["error", { property: "dangerouslySetInnerHTML" }, { property: "innerHTML" }],
    "no-restricted-syntax": [
      "error",
      { selector: "JSXAttribute[name.name='dangerouslySetInnerHTML']", message: "Text from outside is a text node." },
    ],
  },
});
