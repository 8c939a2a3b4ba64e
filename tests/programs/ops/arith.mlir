func.func @main() {
  %a = arith.constant 7 : index
  %b = arith.constant -2 : index
  %add = arith.addi %a, %b : index
  %sub = arith.subi %a, %b : index
  %mul = arith.muli %a, %b : index
  %div = arith.divsi %a, %b : index
  %floor = arith.floordivsi %a, %b : index
  %ceil = arith.ceildivsi %a, %b : index
  %rem = arith.remsi %a, %b : index
  %max = arith.maxsi %a, %b : index
  %maxu = arith.maxui %a, %b : index
  %min = arith.minsi %a, %b : index
  %and = arith.andi %a, %b : index
  %all = tensor.from_elements %add, %sub, %mul, %div, %floor, %ceil, %rem, %max, %maxu, %min, %and : tensor<11xindex>
  %wide = arith.index_cast %all : tensor<11xindex> to tensor<11xi64>
  check.expect_eq_const %wide, dense<[5, 9, -14, -3, -4, -3, 1, 7, -2, -2, 6]> : tensor<11xi64>
  %less = arith.cmpi slt, %b, %a : index
  %below = arith.cmpi ult, %b, %a : index
  %chosen = arith.select %less, %a, %b : index
  %other = arith.select %below, %a, %b : index
  %pair = tensor.from_elements %chosen, %other : tensor<2xindex>
  %narrow = arith.index_cast %pair : tensor<2xindex> to tensor<2xi8>
  check.expect_eq_const %narrow, dense<[7, -2]> : tensor<2xi8>
  %bytes = arith.constant dense<[-1, 3]> : tensor<2xi8>
  %signed = arith.extsi %bytes : tensor<2xi8> to tensor<2xi32>
  check.expect_eq_const %signed, dense<[-1, 3]> : tensor<2xi32>
  %unsigned = arith.extui %bytes : tensor<2xi8> to tensor<2xi32>
  check.expect_eq_const %unsigned, dense<[255, 3]> : tensor<2xi32>
  %low = arith.trunci %unsigned : tensor<2xi32> to tensor<2xi8>
  check.expect_eq %low, %bytes : tensor<2xi8>
  %quotient = arith.divui %unsigned, %unsigned : tensor<2xi32>
  check.expect_eq_const %quotient, dense<1> : tensor<2xi32>
  func.return
}
