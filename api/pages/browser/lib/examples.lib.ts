export {
  EXAMPLES,
  type Example,
  exampleFor,
  isScripted,
} from "../../../../domain/shapes/catalogue/examples.catalogue.ts";
